"""The audience of each kind of event of 51st State. Every kind in the catalogue's section ``events`` occurs exactly once."""

from __future__ import annotations

from tafelrunde.core.audience import declare_events

EVENTS = declare_events(
    public="""
        players start faction deck_chosen promos_added deck_shuffled connections_shuffled first_player dealt_hand setup_discards
        phase connection_up connections_reshuffled no_connection row row_short draft_skipped drafted row_left reshuffled
        draws_lost drew gained produces yields_nothing stored_back per_category limited per_produced
        no_phase_to_redirect chose redirected put_off nothing_to_copy copied no_target targeted below_threshold
        last_action_phase all_passed passed alone defended stock_spent joker_paid paid card_discarded deal_cancelled
        built bonus stocked replaced rebuilt fell_back marker_gone dealt feature razed resistance raided ruin
        memory_gone faction_action used connection_taken offer_empty connection_played activated stole tapped collected
        collected_enough reset stored supply_cleared place_freed defence_removed stock_stays actions_back hands_kept
        offer_discarded first_player_moves end_triggered phase_goes_on cleanup_skipped locations_scored ruins_scored
        deals_scored final_score tie several_above won
    """,
    seat="""
        dealt_cards gave_back drew_cards nothing_else
    """,
)

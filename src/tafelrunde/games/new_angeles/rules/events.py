"""The audience of each kind of event of New Angeles. Every kind in the catalogue's section ``events`` occurs exactly once."""

from __future__ import annotations

from tafelrunde.core.audience import declare_events

EVENTS = declare_events(
    public="""
        abstains action_decks affected android_moved as_declared not_as_declared asset_discarded asset_drawn
        asset_passed asset_revealed backs_shown barred bet buried capital capital_lost cards_discarded cards_drawn
        claimed collected corporation cost_unpaid counted counteroffer deal_over deck_empty deck_supports decks_shuffled
        declared declares declined demand demand_failed demand_met discarded discards_sorted driven_out emergency_home
        emergency_stays emergency_stolen emergency_up event event_effect event_over exhausted exploited fall_guy
        first_player game_over handed_over into_root investment investments_dealt investments_kept kept_from_counter
        last_demand looks_at_hand looks_under_board loses main_offer moved moves_on no_ability no_asset_left no_counter
        no_main_offer no_more_trades no_production no_refill no_room none_left phase placed primary_blocked produces
        promised_support promised_oppose promised_pay promised_no_counter promised_give promise_kept promise_broken promise_void
        proposal_lapsed proposed protest_produces put_back readied removed reserve resolves riot_outage rivals_dealt
        robs round round_marker sent_back setup_card setup_placed standard_round start_capital supply supply_empty
        supply_reset supports threat threat_falls tie tier_hit token_passed track_laid traded units_move unrest_cleared
        unrest_down unrest_lowest unrest_stays unrest_up used winner_named wins withdrawn within_limit won
    """,
    seat="""
        cards_drawn_seen discarded_seen draft draft_dropped fronts_seen hand_seen investments_seen kept rival_seen
        rival_swapped spare_seen supports_seen
    """,
    named="""
        handed_over_seen
    """,
)

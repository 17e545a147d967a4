"""The audience of each kind of event of 20th Century. Every kind in the catalogue's section ``events`` occurs exactly once."""

from __future__ import annotations

from tafelrunde.core.audience import declare_events

EVENTS = declare_events(
    public="""
        phase seated introductory scoring_card scoring_cards_open land_stacks technology_stacks disaster_stack colours
        markers money start_tile start_cell start_citizens start_yield start_plant first_start_player start_player round
        short_round short_round_order round_start_player cleared stack_changed lands_laid_out technologies_laid_out
        disaster_turned_up overlay minimum_bid technology_marker all_in opened bidding_turn raised passed won land_paid
        land_taken marker_moved marker_stays land_citizen land_garbage quit forced_quit sale_waits declined
        technology_bought garbage_waits pollution steps_lost bridge_taken no_bridge beside combined extra_citizen park
        auction_over left_over compensation compensated bids_first columns unused_columns holds column_bid
        bidding_goes_on column_paid demanded garbage_placed citizen_placed city_works tile_laid corner_only joined
        dead_end served not_served administration_ended technology_paid_coins technology_paid_science worker_placed
        sorted bridge_laid segment_split node_joined bridge_counts rode plant_stopped plant_started garbage_moved
        recycled quality_of_life bonus no_bonus yields income no_income prosperity recycling_begins recycling_stopped
        cleaned garbage_returned pawns_return card_scored card_points no_flower section shown clean_lands dirty_land
        neutral_land pollution_scored ranked below_zero winner tie_broken shared_win
    """,
)

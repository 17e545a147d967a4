"""The audience of each kind of event of RISE. Every kind in the catalogue's section ``events`` occurs exactly once."""

from __future__ import annotations

from tafelrunde.core.audience import declare_events

EVENTS = declare_events(
    public="""
        sides tracks_laid markers_placed politics_prepared penalty_tiles start_points factories vaults action_decks
        actions_removed decks_stacked events_removed start_tile school_tiles_laid culture_tiles_laid order start_coins
        phase round no_income income epoch display factory_placed placement_free overtaken paid exchanged coins points
        points_lost forfeited effect_lapsed chose traded vault_turned steps_lapsed stopped overflow step skipped
        income_set trade_unlocked returned joker revolt pollution malus penalty_taken penalty_turned penalty_turned_back
        penalty_returned left run_lapsed tile_run refreshed no_tile tile_taken field_used culture_tile_taken arrival
        rank_reached_again rank_income acts option factory_back event affected judged share action_discarded
        event_discarded rest_discarded happiest_bonus satisfaction_points coins_returned politics_points tile_scored
        tiles_scored game_over
    """,
)

/**
 * Places on a line moved as little as possible until each is `gap` from the next: marks that would cover each other stand
 * side by side around the place they share. The order is kept; equal places stand in the order given, none below
 * `least`.
 */
export function apart(places: readonly number[], gap: number, least = -Infinity): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  // Less `gap` for each one before it, the places must only not fall: groups that do are drawn to their middle.
  const groups: { sum: number; count: number }[] = [];
  order.forEach((index, rank) => {
    let group = { sum: places[index]! - rank * gap, count: 1 };
    for (let last = groups.at(-1); last && last.sum / last.count > group.sum / group.count; last = groups.at(-1)) {
      groups.pop();
      group = { sum: group.sum + last.sum, count: group.count + last.count };
    }
    groups.push(group);
  });
  const found = new Array<number>(places.length);
  let rank = 0;
  for (const { sum, count } of groups)
    for (let i = 0; i < count; i++, rank++) found[order[rank]!] = Math.max(sum / count, least) + rank * gap;
  return found;
}

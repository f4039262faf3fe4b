export interface ScoredPlace {
  readonly score: number;
  readonly place: number;
}

/** The indices with the highest scores; of equal scores, the lower index. */
interface BestPlaces {
  /** Whether it would be among them. */
  takes(score: number, place: number): boolean;
  add(score: number, place: number): void;
  /** Best first. */
  all(): readonly ScoredPlace[];
}

export function createBestPlaces(limit: number): BestPlaces {
  const kept: ScoredPlace[] = [];
  const isBetter = (score: number, place: number, other: ScoredPlace) =>
    score > other.score || (score === other.score && place < other.place);
  return {
    takes(score, place) {
      const last = kept[limit - 1];
      return limit > 0 && (last === undefined || isBetter(score, place, last));
    },
    add(score, place) {
      let at = kept.length;
      while (at > 0) {
        const before = kept[at - 1];
        if (before === undefined || !isBetter(score, place, before)) break;
        at -= 1;
      }
      kept.splice(at, 0, { score, place });
      if (kept.length > limit) kept.pop();
    },
    all: () => kept,
  };
}

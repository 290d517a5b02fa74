/** A binary heap of events: `take` returns the earliest. */
export class EventQueue<Event extends { at: number }> {
  readonly #events: Event[] = [];

  /** The time of the earliest event; infinite if there is none. */
  earliest(): number {
    return this.#events[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  add(event: Event): void {
    const events = this.#events;
    let place = events.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = events[parent] as Event;
      if (above.at <= event.at) break;
      events[place] = above;
      place = parent;
    }
    events[place] = event;
  }

  take(): Event | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (first === undefined || last === undefined || events.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= events.length) break;
      const right = events[child + 1];
      if (right !== undefined && right.at < (events[child] as Event).at) child += 1;
      const below = events[child] as Event;
      if (below.at >= last.at) break;
      events[place] = below;
      place = child;
    }
    events[place] = last;
    return first;
  }
}

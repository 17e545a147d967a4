/** A window onto a plane that can be dragged, pinched and zoomed. */
import type { Attachment } from "svelte/attachments";

export interface Bounds {
  x: number;
  y: number;
  w: number;
  h: number;
}

export class Pane {
  width = $state(600);
  height = $state(400);
  /** Pixels a unit, and the unit in the middle; set by hand until the next fit. */
  #zoom = $state<number | null>(null);
  #middle = $state.raw<{ x: number; y: number } | null>(null);
  #bounds = $state.raw<Bounds>({ x: 0, y: 0, w: 80, h: 80 });
  /** A drag is not a click. */
  dragged = false;

  constructor(
    readonly least: () => number,
    readonly most: number = 2.6,
  ) {}

  /** Show all of this, as large as it can be read. */
  fit(bounds: Bounds): void {
    this.#bounds = bounds;
    this.reset();
  }
  reset(): void {
    this.#zoom = this.#middle = null;
  }

  get #fitting(): number {
    return Math.min(this.width / this.#bounds.w, this.height / this.#bounds.h);
  }
  get zoom(): number {
    return this.#zoom ?? Math.min(this.most * 0.75, Math.max(this.least(), this.#fitting));
  }
  get middle(): { x: number; y: number } {
    const { x, y, w, h } = this.#bounds;
    return this.#middle ?? { x: x + w / 2, y: y + h / 2 };
  }
  /** Whether some of it lies outside. */
  get larger(): boolean {
    return this.#bounds.w * this.zoom > this.width + 1 || this.#bounds.h * this.zoom > this.height + 1;
  }
  get viewBox(): string {
    const { x, y } = this.middle;
    const [w, h] = [this.width / this.zoom, this.height / this.zoom];
    return `${x - w / 2} ${y - h / 2} ${w} ${h}`;
  }

  zoomBy(factor: number): void {
    this.#zoom = Math.min(this.most, Math.max(0.5, this.zoom * factor));
  }
  /** Move what is seen by pixels, but keep some of it in sight. */
  moveBy(dx: number, dy: number): void {
    const { x, y, w, h } = this.#bounds;
    const within = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n));
    this.#middle = {
      x: within(this.middle.x - dx / this.zoom, x, x + w),
      y: within(this.middle.y - dy / this.zoom, y, y + h),
    };
  }

  readonly drags: Attachment<Element> = (element) => {
    const held = new Map<number, { x: number; y: number }>();
    let way = 0;
    const down = (e: Event): void => {
      const event = e as PointerEvent;
      if (event.pointerType === "mouse" && event.button !== 0) return;
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (held.size === 1) {
        way = 0;
        this.dragged = false;
      }
    };
    const move = (e: Event): void => {
      const event = e as PointerEvent;
      const last = held.get(event.pointerId);
      if (!last) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other)
        this.zoomBy(
          Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(last.x - other.x, last.y - other.y) || 1),
        );
      way += Math.hypot(now.x - last.x, now.y - last.y);
      if (way > 6) {
        this.dragged = true;
        this.moveBy((now.x - last.x) / held.size, (now.y - last.y) / held.size);
      }
      held.set(event.pointerId, now);
    };
    const up = (e: Event): void => void held.delete((e as PointerEvent).pointerId);
    const click = (event: Event): void => {
      if (!this.dragged) return;
      event.stopPropagation();
      event.preventDefault();
      this.dragged = false;
    };
    const wheel = (e: Event): void => {
      const event = e as WheelEvent;
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 300));
    };
    element.addEventListener("pointerdown", down);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    element.addEventListener("click", click, true);
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      element.removeEventListener("pointerdown", down);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
      element.removeEventListener("click", click, true);
      element.removeEventListener("wheel", wheel);
    };
  };
}

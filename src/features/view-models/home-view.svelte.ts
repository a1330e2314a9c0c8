import type { Device, Section } from '#shared/home';
import { kindOf } from '#shared/kinds';
import { DEFAULT_LEFT_OPEN_MINUTES } from '#shared/layout';
import { leftOpenSince } from '#shared/left-open';
import { meaningOf } from '#shared/meaning';
import type { Ticking } from '$lib/i18n/ticker.svelte';
import { isActive } from '$lib/kinds/active';
import { attentionOf, isSilent, type AttentionKind } from '$lib/kinds/attention';
import {
  houseLines,
  type Counts,
  type HouseLine,
  type LeftOpen,
  type LineList,
  type Scope
} from '$lib/kinds/house-lines';
import { sectionSlotsOf } from '$lib/kinds/room-slot';
import { isUnknown, mergeHighlights, type Highlights } from '$lib/kinds/room-summary';
import type { Sight } from '$lib/kinds/sight';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { RoomView } from './room-view.svelte';

/** A window counts as left open after this part of the household's time while its room is heated or cooled. */
const HEATED_SHARE = 1 / 3;

/** A section of the home page, with its rooms. */
export interface SectionView {
  readonly section: Section | null;
  readonly rooms: readonly RoomView[];
}

/** The view model of the home. Each room has its own summary, so that a change recomputes only that room. */
export class HomeView {
  readonly #home: OpenHome;
  readonly #all = $derived.by(() => this.#arrange());
  readonly #hasOnlyGateways = $derived.by(() =>
    this.#home.state.roomDevices(null).every((device) => kindOf(device).icon === 'gateway')
  );
  readonly #sections = $derived.by(() => (this.#hasOnlyGateways ? withoutUnassigned(this.#all) : this.#all));
  readonly #rooms = $derived.by(() => this.#all.flatMap(({ rooms }) => rooms));
  readonly #highlights = $derived.by(() => mergeHighlights(this.#rooms.map(({ highlights }) => highlights)));

  constructor(home: OpenHome) {
    this.#home = home;
  }

  /** The sections to show. "Not in a room" is left out if it has only gateways and hidden devices: there is nothing to see. */
  get sections(): readonly SectionView[] {
    return this.#sections;
  }

  /** All sections, with what is not in a room: for lists, which hidden sensors of hazards are in too. */
  get listedSections(): readonly SectionView[] {
    return this.#all;
  }

  /** Every room, in the home's order, with the devices that are not in a room. */
  get rooms(): readonly RoomView[] {
    return this.#rooms;
  }

  get highlights(): Highlights {
    return this.#highlights;
  }

  /** How far sentences about the home reach: a limited screen speaks of its rooms alone. */
  scope(sight: Sight): Scope {
    return { sight, rooms: this.#home.session.current?.rights.rooms?.length ?? null };
  }

  /**
   * Whether what a device reports may be old: it was not heard for a day. Without a connection that is as it was when the connection ended.
   */
  isOld(device: Device, { now }: Ticking): boolean {
    const { link, state } = this.#home;
    return isSilent(device, state, link.isLive ? now : (state.asOf ?? now));
  }

  /** The devices of a list's kind: how many there are, and how many of them have a state that is not known. */
  count(list: LineList, clock: Ticking): Counts {
    const devices = this.#rooms.flatMap((room) => room.devicesIn(list));
    const isUncertain = (device: Device) =>
      list !== 'attention' && (isUnknown(device) || this.isOld(device, clock));
    return { total: devices.length, unknown: devices.filter(isUncertain).length };
  }

  /**
   * What is said of the house. Reactive (language).
   * @param isBrief whether it leaves out for how long something was left open
   */
  lines(sight: Sight, clock: Ticking, isBrief = false): readonly HouseLine[] {
    return houseLines(
      {
        highlights: { ...this.#highlights, ...this.attention(clock) },
        count: (list) => this.count(list, clock),
        leftOpen: isBrief ? undefined : this.#leftOpen(clock)
      },
      this.scope(sight)
    );
  }

  /** What needs attention, without what is put off, or with it. While the link is not live nobody knows who is silent. */
  attention({ now }: Ticking, withPutOff = false): Pick<Highlights, AttentionKind> {
    const { layout, link, state } = this.#home;
    const { putOff = {} } = layout.current;
    const silent = this.#rooms.flatMap(({ batteries }) =>
      link.isLive ? batteries.filter((device) => isSilent(device, state, now)) : []
    );
    // A limited screen can't answer.
    const loads = this.#home.session.isFull ? this.#highlights.loads : [];
    return attentionOf(
      { ...this.#highlights, loads },
      silent,
      (key) => !withPutOff && (putOff[key] ?? 0) > now
    );
  }

  /** The opening that was left open for the longest time. One whose time is not known is not. */
  #leftOpen(clock: Ticking): LeftOpen | undefined {
    const { layout, state } = this.#home;
    const { leftOpenMinutes: minutes = DEFAULT_LEFT_OPEN_MINUTES } = layout.current;
    const left = this.#rooms.flatMap((room) => {
      const isHeated = room.devicesOf('climate').some((device) => device.alive && isActive(device));
      return room.highlights.openings.flatMap((device): readonly LeftOpen[] => {
        const { now } = clock;
        const share = isHeated && meaningOf(device).detected === 'window' ? HEATED_SHARE : 1;
        const since = leftOpenSince(device, state, minutes * share, now);
        return since === undefined ? [] : [{ device, ms: now - since }];
      });
    });
    return [...left].sort((one, other) => other.ms - one.ms)[0];
  }

  #arrange(): readonly SectionView[] {
    const { state: home } = this.#home;
    const hasUnassigned = home.roomDeviceIds(null).length > 0 || home.hiddenDevices(null).length > 0;
    return sectionSlotsOf(this.#home.state.sections, hasUnassigned).map(({ section, slots }) => ({
      section,
      rooms: slots.map((slot) => new RoomView(this.#home, slot))
    }));
  }
}

function withoutUnassigned(sections: readonly SectionView[]): readonly SectionView[] {
  return sections
    .map(({ section, rooms }) => ({ section, rooms: rooms.filter(({ slot }) => slot.room !== null) }))
    .filter(({ rooms }) => rooms.length > 0);
}

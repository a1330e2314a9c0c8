import type { Device } from '#shared/home';
import { levelOf, percentOf } from '#shared/interfaces/level';
import { isDimmer, isLit } from '#shared/lamp-level';
import { brightestOf, pictureOf, type Mood } from '#shared/mood';
import { roomScope } from '$features/bulk-actions/plan';
import { requestBulkAction } from '$features/bulk-actions/request';
import { planAlike, planBrightness, planRoomOff, planRoomOn } from '$features/lamps/light-plan';
import type { RoomView } from '$features/view-models/room-view.svelte';
import type { Commands } from '$lib/state/commands/commands';
import { HomeCommands } from '$lib/state/commands/home-commands';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** The lights of a room as one lamp: a switch and a brightness. It shows the goal at once, and what the lamps report at the end. */
export class RoomLights {
  protected readonly home: OpenHome;
  readonly #commands: Commands;
  protected readonly room: () => RoomView;
  /** Its lamps, with the goals of commands under way. */
  readonly lamps: readonly Device[] = $derived.by(() =>
    this.room()
      .devicesOf('lights')
      .map((lamp) => this.#commands.shown(lamp))
  );
  readonly #responding = $derived.by(() => this.lamps.filter(({ alive }) => alive));
  /** Whether any lamp that responds is on, or will be. */
  readonly isOn: boolean = $derived.by(() => this.lamps.some(isLit));
  readonly #visible = $derived.by(() =>
    this.lamps.flatMap(({ id }) => this.#commands.of(id).filter(({ isVisible }) => isVisible))
  );

  /** @param room reactive */
  constructor(home: OpenHome, room: () => RoomView) {
    this.home = home;
    this.#commands = home.service(HomeCommands);
    this.room = room;
  }

  /** Whether no lamp responds. */
  get isDead(): boolean {
    return this.#responding.length === 0;
  }

  /** Whether it has lamps with a level. */
  get hasDimmer(): boolean {
    return this.#responding.some(isDimmer);
  }

  /** The brightness of its brightest dimmer in percent; 0 if none is lit. */
  get brightness(): number {
    return percentOf(brightestOf(pictureOf(this.lamps)) ?? 0);
  }

  /** Whether commands to its lamps are under way, once that is visible. */
  get isUnderWay(): boolean {
    return this.#visible.some(({ isOver, phase }) => !isOver && phase !== 'unconfirmed');
  }

  /** The number of lamps whose last command failed, or was not confirmed. */
  countOf(ended: 'failed' | 'unconfirmed'): number {
    return this.lamps.filter(({ id }) =>
      this.#commands.of(id).some(({ isVisible, phase }) => isVisible && phase === ended)
    ).length;
  }

  /** Whether nothing can be sent now. */
  get isDisabled(): boolean {
    const { link, session } = this.home;
    return !(link.isLive || link.isResuming) || session.isReadOnly || this.isDead;
  }

  /** Switches the room's lights off, or lights them as they were. While commands are under way it reverses their goal. */
  toggle(): void {
    if (this.isDisabled) return;
    const scope = this.#scope;
    requestBulkAction(
      this.home,
      this.isOn ? planRoomOff(this.lamps, scope) : planRoomOn(this.lamps, this.#mood, scope)
    );
  }

  /** Moves the brightness, in percent. 0 switches the lights off. */
  setBrightness(percent: number): void {
    if (this.isDisabled) return;
    const scope = this.#scope;
    requestBulkAction(
      this.home,
      percent === 0
        ? planRoomOff(this.lamps, scope)
        : planBrightness(this.lamps, this.#mood, levelOf(percent), scope)
    );
  }

  /** Brings all lit dimmers to the brightness of the brightest one. */
  setAlike(): void {
    if (!this.isDisabled) requestBulkAction(this.home, planAlike(this.lamps, this.#scope));
  }

  get #scope() {
    return roomScope(this.room().slot);
  }

  get #mood(): Mood | undefined {
    const { room } = this.room().slot;
    return room ? this.home.moods.value[room.id] : undefined;
  }
}

import * as v from 'valibot';
import { hazardSchema } from '#shared/alarms';
import { Emitter } from '#shared/emitter';
import type { OtherHome } from '#shared/wire-live';
import { combineStops } from '../../base/platform/combine-stops';
import type { Household } from '../../household/household';
import type { ControllerEvent, HomeListener } from '../live/home-listener';
import type { ListChange, LiveList } from '../live/lists';
import type { LiveViewer } from '../live/viewer';
import { encode } from '../live/watched-home';
import type { Alarms } from './alarms';
import { stands } from './stored-alarms';

/** What it needs of the household. */
type OtherHomesHousehold = Pick<Household, 'known' | 'screens' | 'leaving'>;

/**
 * The other homes of a screen's browser: their names, whether their controllers are reached, and the words of their dangers. Nothing else
 * of a home reaches the connection of another one.
 */
export class OtherHomes implements HomeListener, LiveList {
  readonly name = 'other homes';
  readonly #household: OtherHomesHousehold;
  readonly #alarms: Alarms;
  readonly #changed = new Emitter<ListChange>();
  readonly onChange = this.#changed.subscribe;

  constructor(household: OtherHomesHousehold, alarms: Alarms) {
    this.#household = household;
    this.#alarms = alarms;
  }

  /** Follows alarms and screens. Returns a function that stops it. */
  start(): () => void {
    const { screens } = this.#household;
    const tell = () => this.#tell();
    return combineStops(this.#alarms.onChange(tell), screens.onEnded(tell), screens.onChanged(tell));
  }

  receive({ type }: ControllerEvent) {
    if (type === 'status') this.#tell();
  }

  whole({ others }: LiveViewer): readonly Buffer[] {
    const { screens, known } = this.#household;
    const homes = others.flatMap((id) => {
      const screen = screens.current(id);
      const controller = screen && !screens.isRefused(id) && known.get(screen.controller);
      return controller ? [this.#otherHome(controller)] : [];
    });
    return others.length > 0 ? [encode({ type: 'homes', homes })] : [];
  }

  #otherHome({ id, name }: Pick<OtherHome, 'id' | 'name'>): OtherHome {
    const state = this.#alarms.homeOf(id)?.status?.state;
    const kinds = this.#alarms.of(id).flatMap((alarm) => (stands(alarm) ? alarm.kind : []));
    const dangers = [...new Set(kinds)].filter((kind) => v.is(hazardSchema, kind));
    const isLeaving = this.#household.leaving.has(id);
    return { id, name, ...(state && { state }), ...(isLeaving && { leaving: true as const }), dangers };
  }

  /** Any home may be another one of a connection. */
  #tell() {
    for (const { id } of this.#household.known.list()) this.#changed.emit({ controller: id });
  }
}

import type { Params } from '#shared/home';
import type { NodeValue } from './protocol';

/** The values of an endpoint. */
export class EndpointValues {
  readonly all: readonly NodeValue[];

  constructor(all: readonly NodeValue[]) {
    this.all = all;
  }

  of(commandClass: number): readonly NodeValue[] {
    return this.all.filter((value) => value.commandClass === commandClass);
  }

  get(commandClass: number, property: string, propertyKey?: string | number): NodeValue | undefined {
    return this.all.find(
      (value) =>
        value.commandClass === commandClass &&
        value.property === property &&
        (value.propertyKey ?? undefined) === propertyKey
    );
  }
}

/** A part of a node that becomes a device. */
export interface Part {
  /** Identifies it within its endpoint. */
  readonly key: string;
  /** Keys that it had before more was known of its values. */
  readonly formerKeys?: readonly string[];
  readonly type: string;
  readonly role: string;
  /** The name of its icon; absent if its type decides. */
  readonly icon?: string;
  readonly interfaces: readonly string[];
  readonly params: Params;
  /** What is added to the name where a node has several parts. */
  readonly label: string;
  /** The values that its parameters come from. */
  readonly sources: readonly NodeValue[];
  /** The values that may be written, by name. Nothing else is ever written. */
  readonly targets: Readonly<Record<string, NodeValue>>;
}

/** Only the targets that exist. */
export function targets(possible: Readonly<Record<string, NodeValue | undefined>>): Part['targets'] {
  return Object.fromEntries(
    Object.entries(possible).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  );
}

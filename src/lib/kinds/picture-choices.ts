import { t } from '$lib/i18n/i18n.svelte';
import { pictureOf, sceneOf, type RoomPicture } from './room-pictures';

/** A picture that the user can choose for a room. */
export interface PictureChoice {
  /** Its name, as the controller would name its image. */
  readonly name: string;
  /** A label: the kind of room. */
  readonly label: string;
  readonly picture: RoomPicture;
}

/** The names of the pictures: one name for each picture. */
const PICTURE_NAMES = [
  'living',
  'kitchen',
  'dining',
  'bedroom',
  'children',
  'guest',
  'bathroom',
  'toilet',
  'hall',
  'stairs',
  'office',
  'cinema',
  'laundry',
  'workshop',
  'gym',
  'pool',
  'garden',
  'terrace',
  'garage',
  'cellar',
  'attic'
] as const;

/** Returns the pictures for rooms. Reactive (language). */
export const pictureChoices = (): readonly PictureChoice[] =>
  PICTURE_NAMES.map((name) => ({ name, label: t(`picture.${name}`), picture: pictureOf(name) }));

/** Returns the choice that shows the same picture as a name; undefined if there is none. */
export const chosenPictureOf = (name: string): string | undefined =>
  PICTURE_NAMES.find((choice) => sceneOf(choice) === sceneOf(name));

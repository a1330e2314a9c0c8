// Apart from lamps and entrances, which exclude each other.

/** Types whose devices are lamps: documented (2.4) [D], observed [O] or assumed [A]. */
export const LAMP_TYPES = ['DevDimmer', 'DecDimmerColor', 'DevDimmerColor', 'DevRGBLight'];

/**
 * The interface of what is dimmed where a source can't tell what it dims: a lamp, a fan or a pump. It is no lamp before the household says so.
 * No controller documents it.
 */
export const UNKNOWN_LOAD = 'UnknownLoad';

/** The interface of a shutter that only the label of its product tells. No controller documents it. */
export const COVER = 'Cover';

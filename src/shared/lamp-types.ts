// Apart from lamps and entrances, which exclude each other.

/** Types whose devices are lamps: documented (2.4) [D], observed [O] or assumed [A]. */
export const LAMP_TYPES = ['DevDimmer', 'DecDimmerColor', 'DevDimmerColor', 'DevRGBLight'];

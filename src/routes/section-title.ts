import { t } from '$lib/i18n/i18n.svelte';
import type { SectionView } from '$features/home/home-view.svelte';

/** The id of a section on the home page. */
export const anchorOf = ({ section }: SectionView): string => `section-${section?.id ?? 'none'}`;

/** The title of a section: its name, or what rooms without a section are called beside `all` sections. Reactive (language). */
export function titleOf({ section }: SectionView, all: readonly SectionView[]): string {
  const isOnly = all.every((each) => each.section === null);
  return section?.name ?? (isOnly ? t('search.rooms') : t('home.noSection'));
}

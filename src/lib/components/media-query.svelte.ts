/** Follows a media query as long as the component lives that is being created. `matches` is reactive. */
export function mediaQuery(query: string): { readonly matches: boolean } {
  const list = matchMedia(query);
  let matches = $state(list.matches);
  $effect(() => {
    const update = () => (matches = list.matches);
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  });
  return {
    get matches() {
      return matches;
    }
  };
}

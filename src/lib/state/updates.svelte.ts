/** A newer version of the app: offered, never forced. */
export class Updates {
  /** Whether a newer version is installed and waits. */
  get isOffered(): boolean {
    return false;
  }

  /** Changes over to it: the page reloads once no command is under way. */
  take(): void {
    return;
  }
}

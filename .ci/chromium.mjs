export function launchArguments() {
  return ['--no-sandbox', '--disable-gpu'];
}

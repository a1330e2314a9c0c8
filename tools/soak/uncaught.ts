import { Program } from '../../tests/browser/harness/program';

/** Starts a program, the file that is named, with the options after it, and then fails as nobody has foreseen. */
const [main, ...options] = process.argv.slice(2);
const program = new Program(options, main);
await program.start();
setTimeout(() => {
  throw new Error('Nobody catches this.');
});

import { Program } from '../../../tools/support/program';

/**
 * Starts the program in the first argument with the other arguments as options, then throws an uncaught
 * error.
 */
const [main, ...options] = process.argv.slice(2);
const program = new Program(options, main);
await program.start();
setTimeout(() => {
  throw new Error('Nobody catches this.');
});

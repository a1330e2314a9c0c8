import { build } from 'vite';
import { root } from './steps.mjs';

/** The file of the thread of the record, beside the program: it loads nothing of the program. */
export const RECORD_THREAD_FILE = 'record-thread.mjs';

/**
 * Builds the thread of the record, as one file beside the program.
 * @returns {import('vite').Plugin}
 */
export function recordThread() {
  return {
    name: 'record-thread',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        ssr: { noExternal: true },
        build: {
          ssr: 'proxy/server/record/record-thread.ts',
          target: 'node20.19',
          minify: true,
          write: false,
          rolldownOptions: { output: { format: 'es', codeSplitting: false } }
        }
      });
      const [output] = [built].flat();
      const [chunk] = output && 'output' in output ? output.output : [];
      if (chunk?.type !== 'chunk') throw new Error('The thread of the record was not built.');
      this.emitFile({ type: 'asset', fileName: RECORD_THREAD_FILE, source: chunk.code });
    }
  };
}

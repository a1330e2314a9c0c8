import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [sveltekit()],
  build: { target: ['chrome95', 'safari15.4', 'firefox115'] },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8420', ws: true } } }
});

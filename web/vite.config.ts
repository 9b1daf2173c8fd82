import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    // Browsers with light-dark(), native <dialog> and Web Locks.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
})

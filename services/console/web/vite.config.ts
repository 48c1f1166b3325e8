import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const COMPRESSED = /\.(?:js|css|html|svg)$/

/** Beside each file of text lies its compressed form, so that serving costs nothing. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!COMPRESSED.test(fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(source, { params }) })
        }
      },
    },
  }
}

export default defineConfig({
  plugins: [react(), compress()],
  build: {
    target: 'es2023',
    // The policy allows no data in style sheets, and a font is cached better as a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 700,
  },
})

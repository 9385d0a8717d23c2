import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import type { RenderReply, RenderRequest } from './render-svg.ts'

const require = createRequire(import.meta.url)
const FONT = {
  loadSystemFonts: false,
  fontFiles: [
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  ],
  defaultFontFamily: 'Noto Sans',
}

parentPort?.on('message', ({ n, svg, hasText }: RenderRequest) => {
  const say = (reply: RenderReply) => parentPort?.postMessage(reply)
  try {
    const font = hasText ? FONT : { loadSystemFonts: false }
    say({ n, png: new Resvg(svg, { font }).render().asPng() })
  } catch (error) {
    say({ n, failed: error instanceof Error ? error.message : String(error) })
  }
})

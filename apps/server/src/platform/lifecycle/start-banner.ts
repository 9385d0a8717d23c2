/** The text at the terminal once the server accepts requests. */
export function startBanner(address: string, welcome: string[]): string {
  const { port } = new URL(address)
  const lines = [`Dispecerat rulează / is running:  http://localhost:${port}`, ...welcome, 'Oprire / stop: Ctrl+C']
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)) + 2)
  return ['', rule, ...lines.map((line) => ` ${line}`), rule, ''].join('\n')
}

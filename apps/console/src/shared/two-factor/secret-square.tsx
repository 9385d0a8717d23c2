import { encode } from 'uqr'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'

/** The quiet zone of a QR code, in modules; the standard requires four. */
const BORDER = 4

/** Always black on white, because some cameras cannot read inverted codes. */
export function SecretSquare({ uri }: { uri: string }) {
  const { data, size } = encode(uri, { border: BORDER, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="two-factor-square"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={messages.square}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import { loadZone } from '../ui/load-zone.ts'

type Screen = AsyncRouteComponent<object>

const Frame = lazyRouteComponent(
  loadZone(() => import('../screens/settings/settings-frame.tsx')),
  'SettingsFrame',
)

/** A screen of another area that stands among the settings: their menu beside it. */
export function inSettings(path: string, Own: Screen): Screen {
  const Framed = () => (
    <Frame path={path}>
      <Own />
    </Frame>
  )
  return Object.assign(Framed, { preload: async () => void (await Promise.all([Frame.preload?.(), Own.preload?.()])) })
}

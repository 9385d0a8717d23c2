import { prettyPhone } from '@dispecerat/domain/phone'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { waitingCalls } from '../calls/call-lines.ts'
import { useCalls } from '../calls/calls-store.ts'
import { ringMessages } from '../text/ring-messages.ts'
import { usePageIsVisible } from '../ui/use-page-is-visible.ts'
import { useRingSettings } from './ring-settings.ts'
import { ringingTitle } from './sound-rules.ts'

const FLASH_MS = 1000

/** While nobody sees this tab its title flashes with who rings, and the tab that is heard shows a notification. */
export function useHiddenNotice(isHeard: boolean) {
  const isHidden = !usePageIsVisible()
  const phones = useCalls(useShallow((open) => waitingCalls(open).map(({ phone }) => prettyPhone(phone))))
  const notifies = useRingSettings((s) => s.notifies)
  useFlashingTitle(ringingTitle(phones, isHidden))
  useNotification(isHidden && isHeard && notifies ? (phones[0] ?? null) : null)
}

function useFlashingTitle(title: string | null) {
  useEffect(() => {
    if (title === null) return
    const own = document.title
    const flash = () => {
      document.title = document.title === title ? own : title
    }
    flash()
    const timer = setInterval(flash, FLASH_MS)
    return () => {
      clearInterval(timer)
      if (document.title === title) document.title = own
    }
  }, [title])
}

/** The number and nothing else: whoever stands beside the screen learns no name and no address; it goes with the session. */
function useNotification(phone: string | null) {
  useEffect(() => {
    if (phone === null || !('Notification' in window) || Notification.permission !== 'granted') return
    const notice = new Notification(ringMessages.notice, {
      body: phone,
      tag: 'dispecerat-ring',
      requireInteraction: true,
    })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
    return () => notice.close()
  }, [phone])
}

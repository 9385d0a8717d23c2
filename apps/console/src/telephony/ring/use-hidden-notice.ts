import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useRingSettings } from '../../shared/sounds/ring-settings.ts'
import { ringingTitle } from '../../shared/sounds/sound-rules.ts'
import { waitingCalls } from '../../shared/telephone/call-lines.ts'
import { useCalls } from '../../shared/telephone/calls-store.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import { usePageIsVisible } from '../../ui/use-page-is-visible.ts'

const FLASH_MS = 1000

/**
 * While this tab is in the background its title flashes with the ringing numbers, and the tab that plays sounds shows
 * a notification.
 */
export function useHiddenNotice(isAudible: boolean) {
  const isHidden = !usePageIsVisible()
  const phones = useCalls(useShallow((open) => waitingCalls(open).map(({ phone }) => prettyPhone(phone))))
  const notifies = useRingSettings((s) => s.notifies)
  useFlashingTitle(ringingTitle(phones, isHidden))
  useNotification(isHidden && isAudible && notifies ? (phones[0] ?? null) : null)
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

/** Only the number, no name and no address, because others may see the screen; it closes on logout. */
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

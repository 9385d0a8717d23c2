import { useEffect, useState } from 'react'

/** A dialog that closes by going away gives the focus back to what opened it. */
export function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}

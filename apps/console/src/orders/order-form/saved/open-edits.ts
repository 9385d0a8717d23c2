import { useEffect } from 'react'
import { create } from 'zustand'

const useOpenEdits = create<{ count: number }>(() => ({ count: 0 }))

/** Counts an open field of this window, which its colleagues see as "editing". */
export function useCountAsEdit(isEditing: boolean) {
  useEffect(() => {
    if (!isEditing) return
    useOpenEdits.setState(({ count }) => ({ count: count + 1 }))
    return () => useOpenEdits.setState(({ count }) => ({ count: count - 1 }))
  }, [isEditing])
}

export function useIsEditing(): boolean {
  return useOpenEdits((s) => s.count > 0)
}

import { useEffect } from 'react'

/** Lends the living map to the tools around it, and takes it back when it goes. */
export function useMapHandle<Handle>(map: Handle, onMap: (map: Handle | null) => void) {
  useEffect(() => {
    onMap(map)
    return () => onMap(null)
  }, [map, onMap])
}

import { useEffect } from 'react'

/** Passes the mounted map to the tools around it, and null when it unmounts. */
export function useMapHandle<Handle>(map: Handle, onMap: (map: Handle | null) => void) {
  useEffect(() => {
    onMap(map)
    return () => onMap(null)
  }, [map, onMap])
}

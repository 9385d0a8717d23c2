/**
 * Collects items and passes them on once per animation frame; a hidden tab, which has no frames, gets them every
 * second.
 */
export function perFrame<Item>(onFlush: (items: Item[]) => void): (item: Item) => void {
  let waiting: Item[] = []
  let due = false
  const flush = () => {
    if (!due) return
    due = false
    const items = waiting
    waiting = []
    onFlush(items)
  }
  return (item) => {
    waiting.push(item)
    if (due) return
    due = true
    if (document.hidden) setTimeout(flush, 1000)
    else requestAnimationFrame(flush)
  }
}

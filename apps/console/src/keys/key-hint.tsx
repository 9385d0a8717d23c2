import { KEYS, type KeyId } from './registry.ts'

/** The key printed beside its action; assistive technology reads aria-keyshortcuts instead. */
export function KeyHint({ of }: { of: KeyId }) {
  return (
    <kbd className="key-hint" aria-hidden>
      {KEYS[of].shown}
    </kbd>
  )
}

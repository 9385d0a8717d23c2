import { onTestFinished } from 'vitest'

interface Held {
  name: string
  isShared: boolean
  until: Promise<unknown>
}

/**
 * The Web Locks of a browser with several tabs. `holdElsewhere` takes one as another tab does and returns a function
 * that releases it.
 */
export function fakeLocks() {
  const held = new Set<Held>()
  const hold = async (one: Held) => {
    held.add(one)
    await one.until
    held.delete(one)
  }
  const inTheWay = (name: string, isShared: boolean) =>
    [...held].filter((one) => one.name === name && !(isShared && one.isShared)).map(({ until }) => until)
  const locks = {
    request: async (name: string, ...[options, onGranted]: [LockOptions | (() => unknown), (() => unknown)?]) => {
      const isShared = typeof options === 'object' && options.mode === 'shared'
      const callback = typeof options === 'function' ? options : onGranted
      await Promise.all(inTheWay(name, isShared))
      await hold({ name, isShared, until: Promise.resolve(callback?.()) })
    },
    query: async () => ({ held: [...held].map(({ name }) => ({ name })), pending: [] }),
  }
  const before = Object.getOwnPropertyDescriptor(navigator, 'locks')
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'locks', before)
    else Reflect.deleteProperty(navigator, 'locks')
  })
  return {
    holdElsewhere: (name: string) => {
      let release: () => void = () => undefined
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      void hold({ name, isShared: true, until })
      return release
    },
    held: () => [...held].map(({ name }) => name),
  }
}

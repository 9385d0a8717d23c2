import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

interface Props {
  isHeld: boolean
  className?: string
  children: ReactNode
}

/**
 * Fields of a row that is being made: what is typed meanwhile would belong to no row, so nothing can be. When that has failed, the field
 * that had the keyboard has it again.
 */
export function Held({ isHeld, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<Element | null>(null)
  // Before the browser takes the keyboard away.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (isHeld) focused.current = box.current?.contains(activeElement) ? activeElement : null
  }, [isHeld])
  useEffect(() => {
    const isNobodys = document.activeElement === document.body
    if (!isHeld && isNobodys && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isHeld])
  return <div {...rest} ref={box} inert={isHeld} />
}

import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode, Ref } from 'react'

type Props = Omit<ButtonProps, 'href'> & {
  ref?: Ref<HTMLAnchorElement>
  children?: ReactNode
  title?: string
  onClick?: MouseEventHandler<HTMLAnchorElement>
}

/** A router link that looks like a button. */
export const LinkButton = createLink((props: Props) => <Button component="a" {...props} />)

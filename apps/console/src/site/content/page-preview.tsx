import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { later } from '../../ui/later.ts'

const Html = later(() => import('../../shared/content/page-html.tsx').then((m) => m.PageHtml))

/** Preview of a page as the public sees it; the sanitiser is loaded after the screen. */
export function PageHtml({ html }: { html: string }) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <Html html={html} />
    </Suspense>
  )
}

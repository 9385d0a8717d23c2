import { readContent, readContentByUrl } from '@dispecerat/contract/site/content'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { request } from '../../api/request.ts'
import { ContentArticle } from './content-article.tsx'
import { SiteFrame } from './site-frame.tsx'

const DRIVER_PRIVACY = 1

/** /page/{url} */
export function PageScreen() {
  const { url } = useParams({ from: '/page/$url' })
  const page = useQuery({
    queryKey: ['page', url],
    queryFn: ({ signal }) => request(readContentByUrl, { params: { url } }, { signal }),
  })
  return (
    <SiteFrame>
      <ContentArticle page={page} />
    </SiteFrame>
  )
}

/** /driver/privacy: the current version of page 1. */
export function DriverPrivacyScreen() {
  const page = useQuery({
    queryKey: ['page', DRIVER_PRIVACY],
    queryFn: ({ signal }) => request(readContent, { params: { id: DRIVER_PRIVACY } }, { signal }),
  })
  return (
    <SiteFrame>
      <ContentArticle page={page} />
    </SiteFrame>
  )
}

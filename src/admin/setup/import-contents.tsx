/** The imported content by list, with links. */

import { useContents } from '../api/contents.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { t } from '../text/text.js'
import { Name } from '../ui/name.js'
import { Card } from '../ui/page.js'

export function ImportContents() {
  const { site } = useSiteJobs()
  const { data } = useContents(site.id)
  // The report is useful without this list.
  if (!data) return null
  const base = `/sites/${site.id}`
  const lists = [
    ...data.collections.map(({ path, title, count }) => ({
      to: `${base}/c/${encodeURIComponent(path)}`,
      title,
      text: t('entries.count', { count }),
      count,
    })),
    {
      to: `${base}/pages`,
      title: t('pages'),
      text: t('entries.count', { count: data.pages }),
      count: data.pages,
    },
    {
      to: `${base}/files`,
      title: t('files'),
      text: t('n.files', { count: data.files }),
      count: data.files,
    },
  ].filter(({ count }) => count > 0)
  if (lists.length === 0) return null
  return (
    <Card title={t('import.brought')}>
      <ul className="lines slim" aria-label={t('import.brought')}>
        {lists.map(({ to, title, text }) => (
          <li key={to}>
            <span className="grow cut">
              <Link to={to}>
                <Name text={title} />
              </Link>
            </span>
            <span className="faint">{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

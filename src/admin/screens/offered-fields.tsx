/** Offers to take over the fields declared for another editor. */

import { useQueryClient } from '@tanstack/react-query'
import { takeOver, useOffer } from '../api/offered-fields.js'
import { keys, useCollections } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { useSending } from '../ui/form.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'
import { showToast } from '../ui/toast.js'

/** The card; nothing if there is no such declaration. */
export function OfferedFieldsCard() {
  const { site } = useSiteJobs()
  const offer = useOffer(site)
  const { data: collections = [] } = useCollections(site.id)
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    // One after the other, because each is a commit to the same file.
    for (const one of offer?.collections ?? []) await takeOver(site.id, one)
    showToast('good', t('offered.done'))
    await cache.invalidateQueries({ queryKey: keys.site(site.id) })
  })
  if (!offer) return null
  const titleOf = (path: string) => collections.find((one) => one.path === path)?.title ?? path
  return (
    <Card
      title={t('offered.title')}
      lead={t('offered.text', { file: offer.file })}
      actions={
        <Button look="primary" busy={isBusy} onPress={() => void send()}>
          {t('offered.take')}
        </Button>
      }
    >
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <ul className="lines">
        {offer.collections.map(({ collection, fields }) => (
          <li key={collection}>
            <span className="grow stack-small">
              <Name className="strong" text={titleOf(collection)} />
              <Name
                className="faint"
                text={fields.map(({ label, name }) => label ?? name).join(', ')}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

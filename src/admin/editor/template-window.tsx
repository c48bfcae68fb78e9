/** The window in which an admin makes a template of a text. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.js'
import { saveTemplate, templatesKey } from '../api/templates.js'
import type { FullEntry, Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { showToast } from '../ui/toast.js'
import { collectionOfEntry } from './place.js'

interface TemplateProps {
  readonly site: Site
  readonly entry: FullEntry
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function TemplateWindow({ isOpen, ...props }: TemplateProps) {
  return (
    <Window title={t('templates.make')} isOpen={isOpen} onClose={props.onClose}>
      <TemplateForm {...props} />
    </Window>
  )
}

function TemplateForm({ site, entry, onClose }: Omit<TemplateProps, 'isOpen'>) {
  const [name, setName] = useState('')
  const cache = useQueryClient()
  const isReady = /[\p{L}\p{N}]/u.test(name)
  const { isBusy, error, onSubmit } = useSending(async () => {
    const collection = entry.type === 'page' ? null : collectionOfEntry(entry)
    const place = { siteId: site.id, collection }
    await saveTemplate(place, entry, name)
    await cache.invalidateQueries({ queryKey: templatesKey(place) })
    showToast('good', t('saved'))
    onClose()
  }, isReady)
  return (
    <form className="stack" onSubmit={onSubmit}>
      <Field
        autoFocus
        label={t('name')}
        help={t('templates.help')}
        value={name}
        onChange={setName}
        error={error === null ? undefined : problemText(error)}
      />
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

function problemText(error: unknown): string {
  // The request required that no file exists, so 412 means that one does.
  if (error instanceof ApiError && error.status === 412) return t('source.taken')
  return messageOf(error)
}

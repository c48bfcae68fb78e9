/** The window for the path of a new or renamed file. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { sourceKey } from './source-api.js'

interface NameProps {
  readonly siteId: string
  readonly title: string
  readonly action: string
  readonly initial: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onName: (path: string) => Promise<void>
}

export function NameWindow({ isOpen, ...props }: NameProps) {
  return (
    <Window title={props.title} isOpen={isOpen} onClose={props.onClose}>
      <NameForm {...props} />
    </Window>
  )
}

function NameForm({ siteId, action, initial, onClose, onName }: Omit<NameProps, 'isOpen'>) {
  const [path, setPath] = useState(initial)
  const cache = useQueryClient()
  const isReady = path.trim() !== '' && path !== initial && !path.endsWith('/')
  const { isBusy, error, onSubmit, send } = useSending(async () => {
    await onName(path.trim())
    await cache.invalidateQueries({ queryKey: [...sourceKey(siteId), 'folder'] })
    onClose()
  }, isReady)
  return (
    <form className="stack" onSubmit={onSubmit}>
      <Field
        autoFocus
        isCode
        label={t('source.path')}
        help={t('source.path.help')}
        error={error === null ? undefined : problemText(error)}
        value={path}
        onChange={setPath}
      />
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" busy={isBusy} isDisabled={!isReady} onPress={() => void send()}>
          {action}
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

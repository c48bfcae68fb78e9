/** Starts a change set, and goes there. */

import { useState } from 'react'
import { useSiteJobs } from '../app/jobs.js'
import { navigate } from '../app/router.js'
import { messageOf } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { pathOf, startSet } from './sets.js'
import { ts } from './texts.js'

interface StartProps {
  /** The name that is offered. */
  readonly name?: string
  /** The screen that is shown in the set, below the site's path; by default its start. */
  readonly screen?: string
}

export function StartForm({ name = '', screen = '' }: StartProps) {
  const { site } = useSiteJobs()
  const [title, setTitle] = useState(name)
  const isReady = title.trim() !== ''
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const { id } = await startSet(site.id, title.trim())
    navigate(pathOf(site.id, screen, id))
  }, isReady)
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && errorOf('title') === undefined && (
        <Notice tone="bad">{messageOf(error)}</Notice>
      )}
      <Field
        label={ts('start.name')}
        help={ts('start.help')}
        value={title}
        onChange={setTitle}
        error={errorOf('title')}
        autoFocus={name !== ''}
      />
      <div className="row-end">
        <Button type="submit" look="primary" icon="branch" busy={isBusy} isDisabled={!isReady}>
          {ts('start.go')}
        </Button>
      </div>
    </form>
  )
}

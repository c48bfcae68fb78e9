/** The form fields for a git repository from which a new site is made (`new-site.tsx`). */

import { t } from '../text/text.js'
import { Field } from '../ui/text-field.js'

interface Repository {
  readonly url: string
  readonly branch: string
  readonly username: string
  readonly token: string
}

export const NO_REPOSITORY: Repository = { url: '', branch: '', username: '', token: '' }

/** A name for the site: the last part of the URL's path, without `.git`. */
export function repositoryName(url: string): string {
  return (/([^/]+?)(?:\.git)?\/*$/.exec(url.trim())?.[1] ?? '').slice(0, 100)
}

/** The body of the request: fields that are empty are left out. */
export function repositoryInput({ url, branch, username, token }: Repository) {
  const given = { branch, username, access_token: token }
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== '')
  return { url: url.trim(), ...Object.fromEntries(filled) }
}

/** With the arrow keys one passes this beginning on the way to the others. */
const isByPointer = () => document.querySelector('[data-focus-visible]') === null

interface FieldsProps {
  readonly value: Repository
  readonly onChange: (value: Repository) => void
  readonly errorOf: (field: string) => string | undefined
}

export function RepositoryFields({ value, onChange, errorOf }: FieldsProps) {
  return (
    <>
      <Field
        label={t('new-site.url')}
        help={t('new-site.url.help')}
        type="url"
        value={value.url}
        onChange={(url) => onChange({ ...value, url })}
        placeholder="https://github.com/ada/site"
        error={errorOf('url')}
        isRequired
        autoFocus={isByPointer()}
      />
      <details className="more-fields">
        <summary>{t('new-site.private')}</summary>
        <div className="stack">
          <div className="two">
            <Field
              label={t('option.access_token')}
              help={t('new-site.token.help')}
              type="password"
              autoComplete="off"
              value={value.token}
              onChange={(token) => onChange({ ...value, token })}
              error={errorOf('access_token')}
            />
            <Field
              label={t('option.username')}
              help={t('new-site.username.help')}
              autoComplete="off"
              value={value.username}
              onChange={(username) => onChange({ ...value, username })}
              error={errorOf('username')}
            />
          </div>
          <Field
            label={t('option.branch')}
            help={t('new-site.branch.help')}
            value={value.branch}
            onChange={(branch) => onChange({ ...value, branch })}
            error={errorOf('branch')}
          />
        </div>
      </details>
    </>
  )
}

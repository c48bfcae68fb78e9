/** The field for a code of the second factor, at sign-in. */

import { t } from '../text/text.js'
import { Field } from '../ui/text-field.js'

interface CodeProps {
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error?: string | undefined
  /** True if there are no recovery codes yet. */
  readonly isFirst?: boolean
}

export function CodeField({ value, onChange, error, isFirst = false }: CodeProps) {
  return (
    <Field
      label={t('code')}
      help={isFirst ? undefined : t('code.help')}
      name="code"
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      error={error}
      isRequired
      isCode
      autoFocus
    />
  )
}

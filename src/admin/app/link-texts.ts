/** Texts of what a publish would do to addresses and links. */

import { textsOf } from '../text/text.js'

const en = {
  gone: 'Addresses that will be gone',
  'gone.lead': 'Visitors who follow an old link or a search result find nothing there.',
  moved: 'Now at {url}',
  deleted: 'Deleted or hidden',
  redirect: 'Redirect',
  'redirect.label': 'Redirect {url} to “{title}”',
  redirected: '{url} leads to “{title}” now.',
  'redirect.how':
    'To redirect them, an admin adds jekyll-redirect-from to the plugins in _config.yml; where the site has a Gemfile, there too.',
  broken: 'Links that will lead nowhere',
  'broken.to': 'leads to {url}',
  more: 'Not everything was looked at: there may be more.',
}

const de: Record<keyof typeof en, string> = {
  gone: 'Adressen, die es nicht mehr geben wird',
  'gone.lead': 'Wer einem alten Link oder einem Suchergebnis folgt, findet dort nichts.',
  moved: 'Jetzt unter {url}',
  deleted: 'Gelöscht oder verborgen',
  redirect: 'Weiterleiten',
  'redirect.label': '{url} zu „{title}“ weiterleiten',
  redirected: '{url} führt jetzt zu „{title}“.',
  'redirect.how':
    'Für Weiterleitungen ergänzt ein Admin jekyll-redirect-from bei den Plugins in der _config.yml; hat die Website ein Gemfile, auch dort.',
  broken: 'Links, die ins Leere führen werden',
  'broken.to': 'führt zu {url}',
  more: 'Nicht alles wurde angesehen: Es kann mehr geben.',
}

export const linkText = textsOf({ en, de })

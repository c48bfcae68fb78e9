/** The icons, on a grid of 24 by 24. They always accompany a text or label, so screen readers skip them. */

const PATHS = {
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM20 20l-4-4',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  back: 'M15 6l-6 6 6 6',
  forward: 'M9 6l6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 11.500v1M12 11.500v1M19 11.500v1',
  globe: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  post: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5',
  page: 'M6 3h9l4 4v14H6zM14 3v5h5',
  folder: 'M3 6h6l2 2h10v11H3z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9h.01',
  people:
    'M9 5a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 5.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .7 3.200 2.600 3.500 5.500',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM8 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  rocket:
    'M5 15c-1 1-1.500 4-1.500 5.500C5 20.500 8 20 9 19M9 15l-3-1c1-4 4-9 13-10 .5 8-5 12.500-9 14zM14.500 9.500h.01',
  eye: 'M2.500 12C5 7.500 8.200 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.700 6.500-9.500 6.500S5 16.500 2.500 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  hidden:
    'M2.500 12C5 7.500 8.200 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.700 6.500-9.500 6.500S5 16.500 2.500 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM4 4l16 16',
  history: 'M4 5v4h4M4.500 9a8 8 0 1 1-.5 4M12 8v4l3 2',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5M12 8h.01',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20c.7-4 3.500-6 7.500-6s6.800 2 7.500 6',
  upload: 'M12 16V5M7.500 9L12 4.500 16.500 9M4 16v4h16v-4',
  download: 'M12 4v11M7.500 11l4.500 4.500 4.500-4.500M4 16v4h16v-4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.200 4.200 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.200 4.200 0 0 0 6 6l1-1',
  bold: 'M7 5h6a3.500 3.500 0 0 1 0 7H7zM7 12h7a3.500 3.500 0 0 1 0 7H7z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  heading: 'M6 5v14M18 5v14M6 12h12',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.500h1.500V9M3.500 15h3l-3 4h3',
  quote: 'M5 7h5v6c0 2-1.500 4-4 4M14 7h5v6c0 2-1.500 4-4 4',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  source: 'M4 5h16v14H4zM8 10l-2 2 2 2M12 14h4',
  panel: 'M4 5h16v14H4zM14 5v14',
  external: 'M13 5h6v6M19 5l-9 9M17 14v5H5V7h5',
  key: 'M8 10.500a4.500 4.500 0 1 1 0 7 4.500 4.500 0 0 1 0-7zM11.500 11.500L20 3M16 7l3 3',
  out: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  form: 'M4 6h16v5H4zM4 15h16v4H4z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  branch:
    'M7 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM7 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM17 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM7 9v6M17 9c0 3-2 3.500-5 3.500H9.500c-1.500 0-2.500 1-2.500 2.500',
  calendar: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M11 5v14',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  keyboard: 'M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20h4',
  crop: 'M7 3v14h14M3 7h14v14',
  sync: 'M5 9a8 8 0 0 1 14-1M19 4v4h-4M19 15a8 8 0 0 1-14 1M5 20v-4h4',
} as const

export type IconName = keyof typeof PATHS

/** An icon in the color of the text. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

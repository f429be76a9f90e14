import classes from './PageLink.module.css'

/** The page that a text was read from, by its site; the address itself where it is none. */
export function PageLink({ url }: { url: string }) {
  return (
    <a className={classes.link} href={url} target="_blank" rel="noreferrer" title={url}>
      {URL.parse(url)?.hostname ?? url}
    </a>
  )
}

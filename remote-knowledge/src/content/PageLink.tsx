import { parseUrl } from 'shared/contract/parse-url.ts'
import classes from './PageLink.module.css'

/** Labeled with its host name, or with the URL if it cannot be parsed. */
export function PageLink({ url }: { url: string }) {
  return (
    <a className={classes.link} href={url} target="_blank" rel="noreferrer" title={url}>
      {parseUrl(url)?.hostname ?? url}
    </a>
  )
}

import { parseUrl } from 'shared/contract/parse-url.ts'
import classes from './PageLink.module.css'

export function PageLink({ url }: { url: string }) {
  return (
    <a className={classes.link} href={url} target="_blank" rel="noreferrer" title={url}>
      {parseUrl(url)?.hostname ?? url}
    </a>
  )
}

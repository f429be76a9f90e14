/**
 * What of react-router-dom the host provides to remotes. Shared whole it is 62 KB gzip; these are 14.
 * A remote's build fails when it imports a name that is missing here: add it here, and release the host first.
 */
export {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'

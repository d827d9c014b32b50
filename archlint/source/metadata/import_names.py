"""Under which names distributions are imported."""

from collections.abc import Iterable

from archlint.source.metadata.statement import normalise

_DIFFERENT = """
    antlr4-python3-runtime antlr4
    apache-airflow airflow
    attrs attr attrs
    azure-identity azure
    azure-storage-blob azure
    beautifulsoup4 bs4
    biopython Bio
    djangorestframework rest_framework
    dnspython dns
    factory-boy factory
    faiss-cpu faiss
    fonttools fontTools
    gitpython git gitdb
    google-api-python-client googleapiclient apiclient
    google-auth google
    google-cloud-bigquery google
    google-cloud-pubsub google
    google-cloud-storage google
    googleapis-common-protos google
    grpcio grpc
    grpcio-tools grpc_tools
    kafka-python kafka
    markdown-it-py markdown_it
    memcached memcache
    msgpack-python msgpack
    mysql-connector-python mysql
    mysqlclient MySQLdb
    opencv-contrib-python cv2
    opencv-python cv2
    opencv-python-headless cv2
    opentelemetry-api opentelemetry
    opentelemetry-sdk opentelemetry
    paho-mqtt paho
    pillow PIL
    progressbar2 progressbar
    protobuf google
    psycopg2-binary psycopg2
    py-cpuinfo cpuinfo
    pycrypto Crypto
    pycryptodome Crypto
    pycryptodomex Cryptodome
    pygithub github
    pyjwt jwt
    pymongo pymongo bson gridfs
    pymupdf fitz pymupdf
    pynacl nacl
    pyopenssl OpenSSL
    pyserial serial
    pytest pytest _pytest
    python-consul consul
    python-dateutil dateutil
    python-docx docx
    python-dotenv dotenv
    python-gitlab gitlab
    python-gnupg gnupg
    python-jose jose
    python-json-logger pythonjsonlogger
    python-ldap ldap
    python-magic magic
    python-memcached memcache
    python-multipart multipart python_multipart
    python-pptx pptx
    python-slugify slugify
    python-snappy snappy
    python-socketio socketio
    python-telegram-bot telegram
    pywin32 win32api win32con win32com win32file win32event win32service pythoncom pywintypes
    pyyaml yaml
    pyzmq zmq
    ruamel-yaml ruamel
    scikit-build skbuild
    scikit-image skimage
    scikit-learn sklearn
    setuptools setuptools pkg_resources
    umap-learn umap
    websocket-client websocket
    zope-interface zope
"""


def import_names(distributions: Iterable[str]) -> frozenset[str]:
    """The top-level names that the distributions are imported by, as well as can be told.

    Where nothing is known a name is taken as it is, with `_` for `-` and `.`.
    """
    different = {words[0]: words[1:] for line in _DIFFERENT.splitlines() if (words := line.split())}
    found: set[str] = set()
    for name in distributions:
        known = different.get(normalise(name))
        if known is not None:
            found.update(known)
            continue
        found.add(normalise(name).replace("-", "_"))
        # A dot in the name of a distribution nearly always is one of its import name too.
        if "." in name:
            found.add(name.lower().partition(".")[0])
    return frozenset(found)

# One image, one process, one SQLite file under /data:
#   docker build --tag durak .
#   docker run --init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#       --pids-limit 256 --memory 512m --publish 8000:8000 --volume durak:/data durak

# The digest is that of the tag before it, for all architectures. Renew both together.
FROM python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS python

FROM python AS builder
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN ["python", "-m", "venv", "/opt/build"]
RUN ["python", "-m", "venv", "/opt/durak"]
WORKDIR /source
# Locked packages change seldom: their layers come before the source.
COPY requirements/ requirements/
RUN ["/opt/build/bin/pip", "install", "--require-hashes", "--requirement", "requirements/build.txt"]
RUN ["/opt/durak/bin/pip", "install", "--require-hashes", "--requirement", "requirements/play.txt"]
COPY pyproject.toml README.md LICENSE ./
COPY durak/ durak/
COPY web/ web/
COPY alembic/ alembic/
COPY static/ static/
COPY templates/ templates/
RUN ["/opt/build/bin/pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "/wheels", "."]
RUN ["/opt/durak/bin/pip", "install", "--no-deps", "--no-index", "--find-links", "/wheels", "durak"]

FROM python
LABEL org.opencontainers.image.title="Durak" org.opencontainers.image.licenses="MIT"
# A number, so that an orchestrator can see it is not root. It owns the data and nothing else.
RUN ["useradd", "--system", "--uid", "10001", "--user-group", "--home-dir", "/data", "--shell", "/usr/sbin/nologin", "durak"]
RUN ["install", "--directory", "--owner", "durak", "--group", "durak", "--mode", "0700", "/data"]
COPY --from=builder /opt/durak /opt/durak
ENV PATH="/opt/durak/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    DURAK_DATABASE_URL=sqlite:////data/durak.sqlite3
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["durak", "serve"]
